import { join } from 'node:path';
import { describe, it } from 'node:test';
import { checkConformance, examples, languages } from '../support/any-backend.ts';

for (const [language, program] of languages)
  describe(`the backend in ${language}, in two processes`, { timeout: 300_000 }, () => {
    it('passes every check of pay-elements conformance', async () => {
      const isPhp = language === 'php';
      const cd = `cd '${join(examples, language)}'`;
      const start = isPhp ? `exec '${program}' -q -S 127.0.0.1:$PORT -t public` : `exec '${program}' shop.py`;
      const order = `'${program}' new_order.${isPhp ? 'php' : 'py'} "$AMOUNT" "$CURRENCY" $OFFER_SECONDS`;
      await checkConformance({ start: `${cd} && ${start}`, order: `${cd} && ${order}` });
    });
  });
