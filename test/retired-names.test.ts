import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Names of the first version, each with what the field calls it. Identifiers, files and CSS classes. */
const RETIRED: Readonly<Record<string, string>> = {
  'words Words wordsFor': 'messages',
  'WordKey wording': 'MessageKey, localization',
  'addWords loadWords onWords': 'registerTranslation, loadMessages, onMessagesChange',
  'Said said sayOutcome sayNetwork sayAmounts Spoken': 'Message, outcomeMessage, networkMessages, formatAmounts',
  'completeEnglish addEnglish addSecondary loadActions': 'loadMessages',
  'bone bones boneStyles': 'skeleton',
  'standIn stand-in hasInside': 'placeholder, hasFallbackContent',
  'Room room': 'MinHeightLock, reserved',
  'Inside CardClass': 'Card',
  'SealController seal seals': 'IntegrityController, expect',
  'cover coverOf': 'blocking alert',
  'slip Slip': 'print sheet',
  'Offer Due linesOf': 'ShareContext, AmountDue, toPlainText',
  'press opener': 'ignoreDoubleClick, popover trigger',
  'HintController NoAppController': 'PopoverController, WalletLinkController',
  'no-app hand-off handOff': 'wallet link, share menu',
  'chosen-tag chosenTag ChosenController': 'payment tag',
  'Asking asking question early askEarly': 'poll request',
  'again Again': 'retry, RetryTimer',
  'News news newsIn newsOf hear heard': 'StatusUpdate, parseStatusUpdate, applyUpdate',
  'pace thrift restAfter': 'poll interval, saveDataFactor, nextInterval',
  'Teller tell told toldToWait leads': 'message source, broadcast, retryAfter, leader',
  'onTurn following': 'onPageLifecycle, poller',
  'odd held': 'unrecognized, locked',
  'Fault trouble refusal wish': 'Problem, ValidationError, pending choice',
  'more-button no-wallet show-changed': 'menu-button, wallet-fallback, show-details',
  'CardView CardConstructor CardInteractions PaymentCard CryptoCard WalletCard LocalcodeCard CheckoutCard':
    'PaymentElement and the elements of the tags',
  'PaymentController PaymentFollower OrderController exactPayment': 'PaymentModel, OrderModel, parsePayment',
  'after-paint AfterPaint loadAfterPaint': 'nextPaint',
};

/** The same of the backend, the sandbox and the commands. */
const RETIRED_ON_SERVERS: Readonly<Record<string, string>> = {
  'ref refs byRef refOrToken': 'paymentRef, orderRef, byPaymentRef',
  'takeWord TakeWord createTaker take-word': 'applyStatus',
  'Wish wish wishes': 'CreatePaymentRequest, directives',
  'News news newsIn hear heard hears': 'StatusUpdate, webhook, onClientEvent',
  'Said said told untold': 'status, reported',
  'Hold hold Held held question questions': 'LongPoll, openPolls, statusRequests',
  'turns inTurn': 'keyed mutex, withLock',
  'slot slots SlotLog slotLog freeSlots slotsFree': 'Permit, PermitLog, freePermits',
  'take noted': 'consumeRateLimit, updateFacts',
  'wake woken watch watcher watchers Watchers': 'notify, subscribe, listeners',
  'hide echo foreignField outlive Happening': 'keyedHash, response match, waitUntil, CheckoutEvent',
  'twin Twin bag Bag safely': 'parsed and exact JSON, record, ignoreErrors',
  'Outcome pace PACE': 'RequestResult, interval',
  'tellShop TellShopPorts createTellShop tell-shop': 'handleChange, ChangeHandlerPorts',
  'OutOfTime Misuse Tried Told Outliving Asker':
    'TimeoutError, UsageError, AttemptResult, ProbeFinding, ExecutionContext, Prompter',
  'plays doings agenda stepRunner keeper notShown NotShown': 'payer actions, virtual clock, scheduler, contractGaps',
  'shape spareFields ledger vocabulary switches room house door weather': 'serializer, optionalFields, settings',
};

type Retired = ReadonlyMap<string, string>;

const toMap = (names: Readonly<Record<string, string>>): Retired =>
  new Map(Object.entries(names).flatMap(([list, use]) => list.split(' ').map((name) => [name, use] as const)));

/** Names that mean something else in one file. */
const ALLOWED = new Set([
  // Bech32 is defined in words, a column of the tables is called ref, and readline has a method question().
  'src/core/coins/address-bitcoin.ts words',
  'src/core/coins/cash-address.ts words',
  'src/server/stores/sql.ts ref',
  'src/cli/prompter.ts question',
  // A query parameter of BTCPay Server's interface, an address that a node watches, and the number of a Solana block.
  'src/server/chain/sources/solana-rpc.ts slot',
  'src/server/providers/btcpay/client.ts take',
  'src/server/payments/chain-checks.ts watch',
  'src/server/chain/sources/core-rpc.ts watch',
  // Names the former option in an error.
  'src/sandbox/check-options.ts notShown',
]);

/** The names a file declares, and the classes and parts of its templates and styles; never its prose or its messages. */
function namesIn(file: string): string[] {
  const text = readFileSync(root + file, 'utf8');
  const names = [basename(file, '.ts').replace(/\..*/, '')];
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) || ts.isPrivateIdentifier(node)) names.push(node.text.replace('#', ''));
    if (ts.isTaggedTemplateExpression(node)) {
      const template = node.template.getText();
      for (const [, values] of template.matchAll(/(?:class|part)="([^"]*)"/g)) names.push(...values!.split(/[^\w-]+/));
      for (const [, name] of template.matchAll(/[.](-?[a-z][\w-]*)(?=[^{}]*\{)/g)) names.push(name!);
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true));
  return names;
}

describe('retired names', () => {
  const filesOf = (folders: string) =>
    globSync(`src/{${folders}}/**/*.ts`, { cwd: root })
      .map((file) => file.replaceAll('\\', '/'))
      .filter((file) => !file.includes('/locales/'));
  const areas: readonly (readonly [files: readonly string[], retired: Retired])[] = [
    [filesOf('core,i18n,view,elements,html,react,vue'), toMap(RETIRED)],
    [filesOf('server,sandbox,cli,testing'), toMap(RETIRED_ON_SERVERS)],
  ];

  it('are looked for in all modules', () => {
    assert.ok(areas.every(([files]) => files.length > 100));
    assert.ok(namesIn('src/elements/card/placeholder.ts').includes('skeleton-fields'));
    assert.ok(namesIn('src/elements/card/styles/skeleton.styles.ts').includes('reserved'));
  });

  it('are not in a module, a class or a part', () => {
    const found = areas.flatMap(([files, retired]) =>
      files.flatMap((file) =>
        [...new Set(namesIn(file))]
          .filter((name) => retired.has(name) && !ALLOWED.has(`${file} ${name}`))
          .map((name) => `${file}: ${name}: use ${retired.get(name)}`),
      ),
    );
    assert.deepEqual(found, []);
  });
});
