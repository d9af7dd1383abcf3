import { expect, it } from 'vitest'
import { testEach } from '#shared/lib/testing.ts'
import { isServerResponse } from './server-response.ts'

type Said = readonly [method: string, path: string, status: number, headers: Record<string, string>]
const isAnswer = ([method, path, status, headers]: Said) =>
  isServerResponse({ status, headers: new Headers(headers) }, method, path)

const json = { 'content-type': 'application/json; charset=utf-8' }
const one = { 'content-type': 'application/vnd.pgrst.object+json; charset=utf-8', 'content-range': '0-0/*' }
const csv = { 'content-type': 'text/csv; charset=utf-8' }
const page = { 'content-type': 'text/html' }
const none = { 'content-range': '*/*' }
const rows = { ...json, 'content-range': '0-9/12' }

const table = '/rest/v1/notes'
const call = '/rest/v1/rpc/list_bookings'

it(
  'accepts a response if the contract lists it for the request',
  testEach(
    [
      ['GET', table, 200, rows],
      ['GET', table, 206, rows],
      ['HEAD', table, 206, { ...json, 'content-range': '*/3' }],
      ['GET', table, 200, one],
      ['POST', table, 201, none],
      ['POST', table, 201, rows],
      ['PATCH', table, 204, { 'content-range': '0-0/*' }],
      ['PATCH', table, 200, rows],
      ['DELETE', table, 204, none],
      ['POST', call, 200, json],
      ['POST', call, 200, csv],
      ['POST', call, 204, {}],
      ['GET', '/auth/v1/user', 200, json],
      ['POST', '/auth/v1/logout', 204, {}],
      ['POST', '/webhooks/v1', 201, json],
      ['GET', '/letters/v1/status', 200, json],
      ['POST', table, 409, json],
      ['POST', call, 503, json],
      ['POST', '/auth/v1/token', 400, json],
    ] as const,
    (...said: Said) => {
      expect(isAnswer(said)).toBe(true)
    },
  ),
)

it(
  'rejects HTML pages from a proxy, and statuses that the contract lists only for other requests',
  testEach(
    [
      ['GET', table, 200, page],
      ['GET', table, 200, json],
      ['GET', table, 204, none],
      ['HEAD', table, 200, page],
      ['POST', table, 200, none],
      ['POST', table, 201, {}],
      ['POST', table, 201, { ...page, ...none }],
      ['POST', table, 204, none],
      ['PATCH', table, 204, {}],
      ['PATCH', table, 201, none],
      ['DELETE', table, 200, page],
      ['POST', call, 200, page],
      ['POST', call, 200, {}],
      ['POST', call, 201, json],
      ['POST', call, 204, page],
      ['GET', '/auth/v1/user', 200, page],
      ['GET', '/auth/v1/user', 204, {}],
      ['POST', '/auth/v1/logout', 200, page],
      ['POST', '/webhooks/v1', 200, page],
      ['POST', '/webhooks/v1', 202, json],
      ['GET', table, 304, {}],
      ['POST', call, 502, page],
      ['POST', '/auth/v1/token', 403, page],
    ] as const,
    (...said: Said) => {
      expect(isAnswer(said)).toBe(false)
    },
  ),
)
