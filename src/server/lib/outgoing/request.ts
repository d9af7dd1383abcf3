import * as http from 'node:http'
import * as https from 'node:https'
import type { LookupFunction } from 'node:net'
import { publicLookup } from './public-address.ts'

/** Where requests to addresses that people entered may lead. */
export interface Door {
  /** Whether into the operator's own network, and without encryption. */
  allowPrivate: boolean
  /** Resolves names in place of the system. */
  lookup?: LookupFunction
}

/** Begins a request to an address that `readAddress` accepted. No connection is kept: the next one is checked anew. */
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
