import litA11y from 'eslint-plugin-lit-a11y';
import { configs as lit } from 'eslint-plugin-lit';
import { configs as wc } from 'eslint-plugin-wc';
import parser from '@typescript-eslint/parser';

/** The rules for templates and custom elements. All others are in .oxlintrc.json. */
export default [
  {
    files: ['src/{elements,wallets}/**/*.ts'],
    ...lit['flat/recommended'],
    languageOptions: { parser },
  },
  { files: ['src/{elements,wallets}/**/*.ts'], ...wc['flat/best-practice'] },
  {
    files: ['src/{elements,wallets}/**/*.ts'],
    plugins: { 'lit-a11y': litA11y },
    rules: litA11y.configs.recommended.rules,
  },
];
