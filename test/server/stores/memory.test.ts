import { memoryStore } from '../../../src/server/stores/memory.ts';
import { storeContract, turnedClock } from './contract.ts';

storeContract('memory', () => {
  const store = memoryStore();
  return { open: () => store, ...turnedClock() };
});
