import litA11y from 'eslint-plugin-lit-a11y';
import { configs as lit } from 'eslint-plugin-lit';
import { configs as wc } from 'eslint-plugin-wc';
import tseslint from 'typescript-eslint';

export default tseslint.config(
  // What speaks to a framework, and the examples, each with packages of its own, are type-checked by the tests there.
  {
    ignores: [
      'dist',
      'api',
      'storybook-static',
      'examples/',
      '**/*.mjs',
      '**/*.js',
      'test/frameworks/{pages,types,react18,.made}/',
      'test/examples/.made/',
      'test/mutation/.stryker/',
    ],
  },
  tseslint.configs.recommendedTypeChecked,
  {
    languageOptions: { parserOptions: { project: './tsconfig.json', tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/no-unused-vars': ['error', { ignoreRestSiblings: true, argsIgnorePattern: '^_' }],
      // Ports are asynchronous for the sake of those who implement them over a network.
      '@typescript-eslint/require-await': 'off',
    },
  },
  {
    files: ['src/{elements,wallets}/**/*.ts'],
    extends: [lit['flat/recommended'], wc['flat/best-practice']],
    plugins: { 'lit-a11y': litA11y },
    rules: {
      ...litA11y.configs.recommended.rules,
      '@typescript-eslint/unbound-method': 'off', // Lit binds what a template is given
    },
  },
  {
    files: ['test/**/*.ts'],
    rules: {
      '@typescript-eslint/no-floating-promises': [
        'error',
        { allowForKnownSafeCalls: ['describe', 'it', 'test', 'suite'] },
      ],
    },
  },
  {
    files: ['test/elements/**/*.ts'],
    rules: {
      // chai's assertions are expressions, and its plugin makes promises of some
      '@typescript-eslint/no-unused-expressions': 'off',
      '@typescript-eslint/no-floating-promises': 'off',
    },
  },
);
