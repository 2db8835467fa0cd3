import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { isIPv6 } from 'node:net';
import fc from 'fast-check';
import { Address4, Address6 } from '../../../src/service/ip-address.ts';

/** The package that it stands in for. */
const original = createRequire(import.meta.resolve('socks'))('ip-address') as {
  Address4: typeof Address4;
  Address6: typeof Address6;
};

describe('addresses, as the package ip-address has them', () => {
  it('of four bytes', () => {
    fc.assert(
      fc.property(fc.ipV4(), (address) => {
        assert.deepEqual(new Address4(address).toArray(), new original.Address4(address).toArray());
      }),
    );
  });

  it('of sixteen bytes', () => {
    const bytes = fc.array(fc.nat(255), { minLength: 16, maxLength: 16 });
    fc.assert(
      fc.property(fc.ipV6().filter(isIPv6), bytes, (address, array) => {
        assert.equal(new Address6(address).canonicalForm(), new original.Address6(address).canonicalForm());
        assert.equal(
          Address6.fromByteArray(array).canonicalForm(),
          original.Address6.fromByteArray(array).canonicalForm(),
        );
      }),
    );
    for (const address of ['::', '::1', '1::', 'fe80::1%eth0', '::ffff:192.0.2.1', '1:2:3:4:5:6:7:8']) {
      assert.equal(
        new Address6(address).canonicalForm(),
        new original.Address6(address).canonicalForm(),
        address,
      );
    }
  });
});
