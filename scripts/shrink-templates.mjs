// Takes the indentation out of `css` and `html` templates, as tsc and Vite compile them: minifiers leave the text of
// templates alone, and it travels to every payer.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const root = fileURLToPath(new URL('..', import.meta.url));

const text = {
  /** Our styles hold no string with spaces that count; comments, line breaks and what stands around signs go. */
  css: (css) =>
    css
      .replace(/\/\*[\s\S]*?\*\//g, '')
      .replace(/\s+/g, ' ')
      .replace(/ ?([{};,>]) ?/g, '$1')
      .replace(/: /g, ':')
      .replace(/;}/g, '}'),
  /** One space is the same to a browser as a line break with indentation; none would not be. */
  html: (html) => html.replace(/[ \t\r\n]+/g, ' '),
};

/** Takes the indentation out of `css` and `html` templates: minifiers leave the text of templates alone. */
export const shrinkTemplates = (context) => (file) => {
  const { factory: make } = context;
  const shrunk = (template, shrink) => {
    const part = (create, { text, rawText = text }) => create(shrink(text), shrink(rawText));
    if (ts.isNoSubstitutionTemplateLiteral(template)) return part(make.createNoSubstitutionTemplateLiteral, template);
    const spans = template.templateSpans.map(({ expression, literal }) =>
      make.createTemplateSpan(
        ts.visitNode(expression, visit),
        part(ts.isTemplateTail(literal) ? make.createTemplateTail : make.createTemplateMiddle, literal),
      ),
    );
    return make.createTemplateExpression(part(make.createTemplateHead, template.head), spans);
  };
  const visit = (node) => {
    const shrink = ts.isTaggedTemplateExpression(node) && ts.isIdentifier(node.tag) && text[node.tag.text];
    if (!shrink) return ts.visitEachChild(node, visit, context);
    return make.updateTaggedTemplateExpression(node, node.tag, undefined, shrunk(node.template, shrink));
  };
  return ts.visitNode(file, visit);
};

/** The same for what Vite bundles from the sources themselves. */
export const shrinking = {
  name: 'templates',
  enforce: 'pre',
  transform(code, id) {
    if (!/[\\/]src[\\/]elements[\\/].*\.ts$/.test(id)) return undefined;
    const { options } = ts.getParsedCommandLineOfConfigFile(join(root, 'tsconfig.build.json'), {}, ts.sys);
    const compilerOptions = { ...options, inlineSources: false, declaration: false };
    const transformers = { before: [shrinkTemplates] };
    const { outputText, sourceMapText } = ts.transpileModule(code, { compilerOptions, fileName: id, transformers });
    return { code: outputText.replace(/\n\/\/# sourceMappingURL=.*\s*$/, '\n'), map: sourceMapText };
  },
};
