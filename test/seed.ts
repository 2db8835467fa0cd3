import fc from 'fast-check';

// What fast-check makes up is the same in each run; `INKWELL_TEST_SEED`, a whole number, has it make up something else.
fc.configureGlobal({ seed: Number(process.env.INKWELL_TEST_SEED ?? 1) });
