import { expect, it } from 'vitest'
import { eachOf } from '#shared/lib/testing.ts'
import { allowFormTarget } from './form-action.ts'

const policy = "default-src 'none'; form-action 'self'; base-uri 'none'"
const ours = 'https://site.example'
const action = (target: string) => /form-action ([^;]*)/.exec(allowFormTarget(policy, target, ours))?.[1]

it(
  'a form may lead where the link may',
  eachOf(
    [
      ['our own page', 'https://site.example/desk', "'self'"],
      ['another site', 'https://app.example:8443/welcome?x=1#y', "'self' https://app.example:8443"],
      ['an address of this machine', 'http://[::1]:5173/', "'self' http://[::1]:5173"],
      ['an app', 'com.example.desk://callback', "'self' com.example.desk:"],
      ['script', 'javascript:alert(1)', "'self'"],
      ['data', 'data:text/html,x', "'self'"],
      ['no address', 'nonsense', "'self'"],
      ['a host that would end the directive', "https://a;script-src'unsafe-inline'.example/", "'self'"],
      ['a host that would add a source', 'https://a,b.example/', "'self'"],
      ['every host', 'https://*/', "'self'"],
    ],
    (_, target, allowed) => {
      expect(action(target)).toBe(allowed)
      expect(allowFormTarget(policy, target, ours).replace(/form-action [^;]*/, "form-action 'self'")).toBe(
        policy,
      )
    },
  ),
)
