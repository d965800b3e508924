import { basename } from 'node:path';
import { expect } from 'vitest';
import './keep';

// Runs before each test file: what is kept from here on is this file's.
process.env['TEST_PRINTED_NAME'] = basename(expect.getState().testPath ?? 'unknown', '.test.ts');
