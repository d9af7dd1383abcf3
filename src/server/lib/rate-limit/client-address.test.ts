import { expect, it } from 'vitest'
import { eachOf } from '#shared/lib/testing.ts'
import { clientAddress } from './client-address.ts'

it(
  'counts a client by its address, or by its network',
  eachOf(
    [
      ['203.0.113.7', '203.0.113.7'],
      ['::ffff:203.0.113.7', '203.0.113.7'],
      ['::FFFF:cb00:7107', '203.0.113.7'],
      ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
      ['2001:0DB8:0001:0002:ffff::1', '2001:db8:1:2::/64'],
      ['2001:db8:1:2::', '2001:db8:1:2::/64'],
      ['2001:db8:1:3::1', '2001:db8:1:3::/64'],
      ['2001:db8::1', '2001:db8:0:0::/64'],
      ['::1', '0:0:0:0::/64'],
      ['fe80::1%eth0', 'fe80:0:0:0::/64'],
      ['', ''],
      ['not:an:address', 'not:an:address'],
    ],
    (ip, address) => {
      expect(clientAddress(ip)).toBe(address)
    },
  ),
)
