import * as http from 'node:http'
import * as https from 'node:https'
import type { LookupFunction } from 'node:net'
import { publicLookup } from './public-address.ts'

/** Where requests to addresses that people named may lead. */
export interface Door {
  /** Whether into the operator's own network, and without encryption. */
  allowPrivate: boolean
  /** How names become addresses, where not as the system does it. */
  lookup?: LookupFunction
}

/** Begins a request to an address that was judged. No connection is kept: the next one is looked at anew. */
export function request(
  url: URL,
  { allowPrivate, lookup }: Door,
  options: http.RequestOptions,
): http.ClientRequest {
  const { request: begin, Agent } = url.protocol === 'https:' ? https : http
  return begin(url, {
    ...options,
    agent: new Agent({ keepAlive: false }),
    ...(allowPrivate ? lookup && { lookup } : { lookup: publicLookup(lookup) }),
  })
}
