import * as v from 'valibot'
import { BadJson, parseStrictJson } from '#server/lib/http/json.ts'

/** The two versions of the Phoenix protocol: the first serializes messages as objects, the second as arrays. */
export type ProtocolVersion = '1.0.0' | '2.0.0'

/** The protocol version of a socket, and the token that a program sent instead of the publishable key. */
export interface SocketOpening {
  version: ProtocolVersion
  programsToken: string | null
}

export interface Frame {
  /** The `ref` of this channel's join message. */
  joinRef: string | null
  ref: string | null
  topic: string
  event: string
  payload: unknown
}

/**
 * Closes a socket with code 1003 for a binary message, 1007 for invalid JSON, or 1008 for JSON with the wrong
 * structure.
 */
export class BadFrame extends Error {
  readonly code: 1003 | 1007 | 1008
  constructor(code: BadFrame['code'], message: string) {
    super(message)
    this.code = code
  }
}

const name = v.pipe(v.string(), v.maxLength(255))
const ref = v.nullish(name, null)
const objectFrame = v.pipe(
  v.object({ topic: name, event: name, payload: v.unknown(), ref, join_ref: ref }),
  v.transform(({ join_ref: joinRef, ...rest }): Frame => ({ joinRef, ...rest })),
)
const arrayFrame = v.pipe(
  v.tuple([ref, ref, name, name, v.unknown()]),
  v.transform(([joinRef, ref, topic, event, payload]): Frame => ({ joinRef, ref, topic, event, payload })),
)

export function decode(version: ProtocolVersion, data: Buffer, isBinary: boolean): Frame {
  // Broadcasts are the only messages that the client sends in binary form; the client reports their success without
  // waiting for a response.
  if (isBinary) throw new BadFrame(1003, 'binary messages, such as broadcasts, are not supported')
  const result = v.safeParse(version === '1.0.0' ? objectFrame : arrayFrame, parsed(data))
  if (result.success) return result.output
  throw new BadFrame(1008, 'not a message of this protocol')
}

function parsed(data: Buffer): unknown {
  try {
    return parseStrictJson(data)
  } catch (error) {
    if (error instanceof BadJson) throw new BadFrame(1007, error.message)
    throw error
  }
}

export function encode(version: ProtocolVersion, { joinRef, ref, topic, event, payload }: Frame): string {
  return JSON.stringify(
    version === '1.0.0' ? { topic, event, payload, ref, join_ref: joinRef } : [joinRef, ref, topic, event, payload],
  )
}
