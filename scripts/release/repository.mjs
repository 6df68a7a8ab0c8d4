/** Where the project is hosted: the owner writes one address into `config.repository` of package.json. */
import { readFileSync, writeFileSync } from 'node:fs';

const PACKAGE = new URL('../../package.json', import.meta.url);

/**
 * The fields `repository`, `homepage` and `bugs` of package.json.
 *
 * @param {string | undefined} address of the repository, by https and without `.git`
 * @throws Error that says what to write, when there is none
 */
export function repositoryFields(address) {
  if (!/^https:\/\/[\w.-]+(?:\/[\w.-]+){2,}(?<!\.git)$/.test(address ?? ''))
    throw new Error(
      'package.json: config.repository is not the address of a repository. Write it by https and without .git, such as ' +
        '"https://git.example/shop/pay-elements". The fields repository, homepage and bugs are made of it.',
    );
  return {
    homepage: `${address}#readme`,
    bugs: { url: `${address}/issues` },
    repository: { type: 'git', url: `git+${address}.git` },
  };
}

/** Writes these fields into package.json. @throws Error as `repositoryFields` does */
export function writeRepositoryFields() {
  const manifest = JSON.parse(readFileSync(PACKAGE, 'utf8'));
  const { name, version, description, ...others } = manifest;
  const fields = repositoryFields(manifest.config?.repository);
  const text = JSON.stringify({ name, version, description, ...fields, ...others, ...fields }, null, 2);
  writeFileSync(PACKAGE, `${text}\n`);
}

/** @throws Error when package.json lacks the fields, or they are of another address */
export function checkRepositoryFields(manifest) {
  for (const [name, value] of Object.entries(repositoryFields(manifest.config?.repository)))
    if (JSON.stringify(manifest[name]) !== JSON.stringify(value))
      throw new Error(`package.json: ${name} is not made of config.repository. Run npm run release first.`);
}
