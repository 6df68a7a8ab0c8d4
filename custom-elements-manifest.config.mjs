/** Leaves out what no page may touch, so that neither the docs nor the editors offer it. */
const publicOnly = {
  name: 'public-only',
  packageLinkPhase({ customElementsManifest }) {
    for (const { declarations = [] } of customElementsManifest.modules)
      for (const declaration of declarations)
        if (declaration.members)
          declaration.members = declaration.members.filter(
            ({ name, privacy }) => !name.startsWith('#') && (!privacy || privacy === 'public'),
          );
  },
};

export default {
  globs: ['src/elements/pay-*.ts', 'src/elements/events.ts', 'src/elements/define/*.ts'],
  exclude: ['**/*.styles.ts'],
  outdir: '.',
  litelement: true,
  packagejson: false,
  plugins: [publicOnly],
};
