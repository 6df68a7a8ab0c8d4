import { memoryStore } from '../../../src/server/stores/memory.ts';
import { storeContract, fakeClock } from './contract.ts';

storeContract('memory', () => {
  const store = memoryStore();
  return { open: () => store, ...fakeClock() };
});
