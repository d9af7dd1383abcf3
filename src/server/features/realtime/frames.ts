import * as v from 'valibot'
import { BadJson, parseStrictJson } from '#server/lib/http/json.ts'
import type { Frame, Version } from './types.ts'

/** Closes a socket: 1003 for bytes of an unknown kind, 1007 for no JSON, 1008 for JSON of another shape. */
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

export function decode(version: Version, data: Buffer, isBinary: boolean): Frame {
  if (isBinary) return decodeBroadcast(version, data)
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

/**
 * The only message that the client sends as bytes: a kind, the lengths of five names, an encoding, then the names. Only
 * the names that an answer needs are read, and not the broadcast itself.
 */
function decodeBroadcast(version: Version, data: Buffer): Frame {
  const lengths = [data[1], data[2], data[3]]
  if (version === '1.0.0' || data[0] !== 3 || data.length < 7) throw new BadFrame(1003, 'unknown bytes')
  let at = 7
  const [joinRef = '', own = '', topic = ''] = lengths.map((length = 0) => {
    at += length
    return data.toString('utf8', at - length, at)
  })
  return { joinRef: joinRef || null, ref: own || null, topic, event: 'broadcast', payload: {} }
}

export function encode(version: Version, { joinRef, ref, topic, event, payload }: Frame): string {
  return JSON.stringify(
    version === '1.0.0'
      ? { topic, event, payload, ref, join_ref: joinRef }
      : [joinRef, ref, topic, event, payload],
  )
}
