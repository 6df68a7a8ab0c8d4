import type { KnipConfig } from 'knip';

/** What ships: an export that nothing else in `src` imports, and no entry point gives out, is dead. Tests do not count. */
const config: KnipConfig = {
  entry: [
    'src/{cdn,cli}.ts',
    'src/*/index.ts',
    'src/wallets/evm/index.ts',
    'src/elements/define.ts',
    'src/elements/define/*.ts',
    'src/elements/{autoload,react-server}.ts',
    'src/server/{chain,providers/btcpay,providers/service/client,http/node,observability/opentelemetry}/index.ts',
    'src/server/store.ts',
    'src/server/stores/{postgres,sqlite}.ts',
    // What generated modules and the build import (scripts/derive, scripts/locale-files.mjs).
    'src/{react,vue}/wrap.ts',
    'src/vendor/lit-react.ts',
    'src/i18n/locale-files.ts',
    // What a table of the documentation is made of (site/tables.mjs).
    'src/server/providers/service/contract-gaps.ts',
  ],
  project: ['src/**/*.ts'],
  // Read by tests alone, and left out of the declarations.
  tags: ['-internal'],
  ignoreIssues: {
    // Lists of the contract that tests go through, and that types are made of.
    'src/sandbox/{contract/coins,faults/faults}.ts': ['exports'],
  },
  include: ['files', 'exports', 'types', 'duplicates', 'enumMembers'],
};

export default config;
