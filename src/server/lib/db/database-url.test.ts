import { expect, it } from 'vitest'
import { testEach } from '#shared/lib/testing.ts'
import { serversOf } from './database-url.ts'

it(
  'splits a database URL into one complete URL per server',
  testEach(
    [
      ['postgres://u:p@db.example:6000/name', ['postgres://u:p@/name?host=db.example&port=6000']],
      ['postgresql://db/name?application_name=x', ['postgres:///name?application_name=x&host=db']],
      ['postgres:///name?host=/run/postgresql', ['postgres:///name?host=%2Frun%2Fpostgresql']],
      ['postgres://u@%2Frun%2Fpg/name', ['postgres://u@/name?host=%2Frun%2Fpg']],
      ['postgres://u@[::1]:5433/name', ['postgres://u@/name?host=%3A%3A1&port=5433']],
      [
        'postgres://u:p%40@a:1,b,[::1]:3/name?target_session_attrs=read-write',
        [
          'postgres://u:p%40@/name?host=a&port=1',
          'postgres://u:p%40@/name?host=b',
          'postgres://u:p%40@/name?host=%3A%3A1&port=3',
        ],
      ],
      [
        'postgres:///name?host=a,/run/pg&port=6000&user=u',
        ['postgres:///name?user=u&host=a&port=6000', 'postgres:///name?user=u&host=%2Frun%2Fpg&port=6000'],
      ],
      ['postgres://a/n?sslmode=require', ['postgres:///n?sslmode=verify-full&host=a']],
      ['postgres://a/n?sslmode=disable', ['postgres:///n?sslmode=disable&host=a']],
    ],
    (url, servers) => {
      expect(serversOf(url)).toEqual(servers)
    },
  ),
)

it(
  'refuses an invalid database URL',
  testEach(
    [
      'mysql://db/name',
      'postgres://',
      'postgres://a b/name',
      'postgres://a:port/name',
      'postgres://a,b,c/name?port=1,2',
      // Standby servers are read-only.
      'postgres://a,b/name?target_session_attrs=standby',
    ],
    (url) => {
      expect(serversOf(url)).toBe(null)
    },
  ),
)
