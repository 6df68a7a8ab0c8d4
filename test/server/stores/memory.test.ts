import { memoryStore } from '../../../src/server/stores/memory.ts';
import { storeContract } from './contract.ts';

storeContract('memory', () => memoryStore());
