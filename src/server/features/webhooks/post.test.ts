import { once } from 'node:events'
import { type AddressInfo, createServer, type LookupFunction, type Server, type Socket } from 'node:net'
import { networkInterfaces } from 'node:os'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { propertyRuns, testEach } from '#shared/lib/testing.ts'
import { post } from './delivery.ts'
import { type Receiver, receiverForTest } from './testing.ts'

const message = { headers: { 'content-type': 'application/json' }, body: '{}' }
const never = new AbortController().signal

let receiver: Receiver
let raw: Server
let rawPort: number
let connected: number
let onRaw: (socket: Socket) => void
beforeAll(async () => {
  receiver = await receiverForTest()
  raw = createServer((socket) => {
    connected++
    socket.on('error', () => {})
    onRaw(socket)
  })
  await once(raw.listen(0, '::'), 'listening')
  rawPort = (raw.address() as AddressInfo).port
})
afterAll(async () => {
  await receiver.close()
  raw.close()
})
beforeEach(() => {
  connected = 0
  onRaw = (socket) => void socket.destroy()
  receiver.received.length = 0
  receiver.connections = 0
  receiver.answer = (reply) => void reply.writeHead(204).end()
})

/** A resolver whose successive lookups return these lists of IP addresses. */
const resolving = (...answers: string[][]) => {
  const asked: string[] = []
  const lookup: LookupFunction = (hostname, options, callback) => {
    const addresses = answers[Math.min(asked.push(hostname), answers.length) - 1] ?? []
    const all = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
    const [first] = all
    if (options.all) callback(null, all)
    else callback(null, first?.address ?? '', first?.family)
  }
  return { lookup, asked }
}

const guarded = (url: string, lookup?: LookupFunction, patience = 500) =>
  post(url, message, { allowPrivate: false, patience, ...(lookup && { lookup }) }, never)

/** A public IP address in a network that was never assigned, so nothing responds. */
const nowhere = '3ffe::1'

const inside = { fault: 'private-address', isDoubtful: false }

/** One IPv4 address in every notation that any program accepts. */
const spellings = (bytes: readonly number[]): string[] => {
  const [a = 0, b = 0, c = 0, d = 0] = bytes
  const number = ((a * 256 + b) * 256 + c) * 256 + d
  const hex = (byte: number) => byte.toString(16).padStart(2, '0')
  return [
    bytes.join('.'),
    `${bytes.join('.')}.`,
    String(number),
    `0x${number.toString(16)}`,
    `0${number.toString(8)}`,
    bytes.map((byte) => `0x${hex(byte)}`).join('.'),
    bytes.map((byte) => `0${byte.toString(8)}`).join('.'),
    `${a}.${(b * 256 + c) * 256 + d}`,
    `${a}.${b}.${c * 256 + d}`,
    bytes.join('%2e'),
    bytes.join('。'),
    `[::ffff:${bytes.join('.')}]`,
    `[::ffff:${hex(a)}${hex(b)}:${hex(c)}${hex(d)}]`,
    `[::${bytes.join('.')}]`,
    `[64:ff9b::${bytes.join('.')}]`,
    `[2002:${hex(a)}${hex(b)}:${hex(c)}${hex(d)}::]`,
  ]
}

const byte = fc.integer({ min: 0, max: 255 })
/** An IP address in any network that is not public. */
const privateAddress = fc.oneof(
  fc.tuple(fc.constantFrom(0, 10, 127, 240, 255, 224, 239), byte, byte, byte),
  fc.tuple(fc.constant(172), fc.integer({ min: 16, max: 31 }), byte, byte),
  fc.tuple(fc.constant(192), fc.constant(168), byte, byte),
  fc.tuple(fc.constant(169), fc.constant(254), byte, byte),
  fc.tuple(fc.constant(100), fc.integer({ min: 64, max: 127 }), byte, byte),
  fc.tuple(fc.constant(198), fc.constantFrom(18, 19), byte, byte),
  fc.constant([168, 63, 129, 16] as const),
)

describe('the webhook URL check', () => {
  it('refuses a private IP address in any notation, without connecting to it', async () => {
    const hosts = privateAddress.chain((bytes) => fc.constantFrom(...spellings(bytes)))
    await fc.assert(
      fc.asyncProperty(hosts, async (host) => {
        const url = `https://${host}:${rawPort}/`
        // Node rejects some notations, and a final dot turns some notations into host names.
        const reply = await guarded(url, resolving(['127.0.0.1']).lookup)
        expect([inside, { fault: 'bad-address', isDoubtful: false }]).toContainEqual(reply)
      }),
      propertyRuns(300, 60),
    )
    expect(connected).toBe(0)
  })

  const own = Object.values(networkInterfaces()).flatMap((found) => found?.map(({ address }) => address) ?? [])
  it(
    'refuses a host in any private network',
    testEach(
      [
        'localhost',
        'LOCALHOST',
        '①②⑦.0.0.1',
        '[::]',
        '[::1]',
        '[0:0:0:0:0:0:0:1]',
        '[fd00:ec2::254]',
        '[fe80::1]',
        '[fc00::1]',
        '[ff02::1]',
        '[2001:db8::1]',
        ...own.filter((address) => !address.includes('%') && !address.includes(':')),
      ],
      async (host) => {
        expect(await guarded(`https://${host}:${rawPort}/`)).toEqual(inside)
        expect(connected).toBe(0)
      },
    ),
  )

  it(
    'refuses host names that resolve to a private IP address',
    testEach<[string[]]>(
      [
        [['127.0.0.1']],
        [['::1']],
        [['10.0.0.7']],
        [['::ffff:169.254.169.254']],
        // A private IP address is refused even if the name also has a public IP address.
        [[nowhere, '127.0.0.1']],
      ],
      async (addresses) => {
        const { lookup, asked } = resolving(addresses)
        expect(await guarded(`https://innocent.example:${rawPort}/`, lookup)).toEqual(inside)
        expect(asked).toEqual(['innocent.example'])
        expect(connected).toBe(0)
      },
    ),
  )

  it('refuses a host name whose IP address changes from public to private', async () => {
    const { lookup, asked } = resolving([nowhere], ['127.0.0.1'])
    const url = `https://rebinding.example:${rawPort}/`
    expect(await guarded(url, lookup)).not.toEqual(inside)
    expect(asked).toHaveLength(1)
    expect(await guarded(url, lookup)).toEqual(inside)
    expect(asked).toHaveLength(2)
    expect(connected).toBe(0)
  })

  it(
    'refuses a URL that is invalid or does not use HTTPS',
    testEach(
      [
        ['http://example.com/', 'not-encrypted'],
        ['https://user:password@example.com/', 'bad-address'],
        ['https://user@example.com/', 'bad-address'],
        ['ftp://example.com/', 'bad-address'],
        ['file:///etc/passwd', 'bad-address'],
        ['https://', 'bad-address'],
        ['https://exa mple.com/', 'bad-address'],
        ['https://[::1%25eth0]/', 'bad-address'],
        ['example.com', 'bad-address'],
      ],
      async (url, fault) => {
        expect(await guarded(url)).toEqual({ fault, isDoubtful: false })
      },
    ),
  )

  it('accepts HTTP and HTTPS URLs with a private IP address if the operator allows private addresses', async () => {
    expect(await post(receiver.url, message, { allowPrivate: true }, never)).toEqual({ status: 204 })
    const tls = await post(`https://127.0.0.1:${receiver.port}/`, message, { allowPrivate: true }, never)
    expect(tls).toEqual({ fault: 'certificate', isDoubtful: false })
  })
})

describe('the webhook client', () => {
  const open = (url = receiver.url, patience = 15_000, signal = never) =>
    post(url, message, { allowPrivate: true, patience }, signal)

  it('follows no redirects', async () => {
    for (const status of [301, 302, 303, 307, 308]) {
      receiver.answer = (reply) => void reply.writeHead(status, { location: receiver.url }).end()
      expect(await open()).toEqual({ status })
    }
    expect(receiver.received).toHaveLength(5)
  })

  it('ignores the length and speed of a response body, because only the status counts', async () => {
    let sent = 0
    receiver.answer = (reply) => {
      reply.writeHead(200)
      const more = () => {
        sent += 65_536
        if (!reply.destroyed) reply.write(Buffer.alloc(65_536), () => setImmediate(more))
      }
      more()
    }
    expect(await open()).toEqual({ status: 200 })
    expect(sent).toBeLessThan(20 * 1024 * 1024)
    receiver.answer = (reply) => void reply.writeHead(202).write('a')
    expect(await open(receiver.url, 400)).toEqual({ status: 202 })
  })

  it('reports a possible delivery if the receiver read the request but did not respond', async () => {
    receiver.answer = () => {}
    expect(await open(receiver.url, 400)).toEqual({ fault: 'too-slow', isDoubtful: true })
    expect(receiver.received).toHaveLength(1)
    receiver.answer = (reply) => void reply.destroy()
    expect(await open()).toEqual({ fault: 'broken-off', isDoubtful: true })
  })

  it('aborts a request if the headers of the response arrive too slowly or are too large', async () => {
    onRaw = (socket) => {
      const timer = setInterval(() => socket.write('x'), 20)
      socket.write('HTTP/1.1 200 OK\r\n')
      socket.once('close', () => clearInterval(timer))
    }
    expect(await open(`http://127.0.0.1:${rawPort}/`, 400)).toEqual({ fault: 'too-slow', isDoubtful: true })
    onRaw = (socket) => void socket.write(`HTTP/1.1 200 OK\r\nx: ${'x'.repeat(100_000)}\r\n\r\n`)
    expect(await open(`http://127.0.0.1:${rawPort}/`)).toMatchObject({ fault: 'broken-off' })
    onRaw = (socket) => void socket.end('SSH-2.0-nothing like it\r\n')
    expect(await open(`http://127.0.0.1:${rawPort}/`)).toMatchObject({ fault: 'broken-off' })
  })

  it('reports a refused connection', async () => {
    const closed = createServer()
    await once(closed.listen(0, '127.0.0.1'), 'listening')
    const { port } = closed.address() as AddressInfo
    closed.close()
    expect(await open(`http://127.0.0.1:${port}/`)).toEqual({ fault: 'refused', isDoubtful: false })
    const lookup: LookupFunction = (_name, _options, callback) =>
      callback(Object.assign(new Error('no'), { code: 'ENOTFOUND' }), '')
    const gone = await post('https://gone.example/', message, { allowPrivate: false, lookup }, never)
    expect(gone).toEqual({ fault: 'name-not-found', isDoubtful: false })
  })

  it('reports an unknown host name if the resolver returns an error, an empty list or nothing', async () => {
    const notFound = Object.assign(new Error('no'), { code: 'ENOTFOUND' })
    // If a lookup fails, Node's own resolver passes only an error to the callback.
    const saying = (...given: [Error | null, unknown?]): LookupFunction => {
      return (_name, _options, callback) => setImmediate(callback as (...all: unknown[]) => void, ...given)
    }
    const resolvers = [saying(notFound), saying(null, []), saying(null, undefined), saying(null)]
    for (const lookup of resolvers) {
      expect(await guarded('https://gone.example/', lookup)).toEqual({
        fault: 'name-not-found',
        isDoubtful: false,
      })
    }
    expect(await guarded('https://no-such-name.invalid/', undefined, 5000)).toMatchObject({
      fault: 'name-not-found',
    })
  })

  it('aborts a running request as soon as the server stops', async () => {
    receiver.answer = () => {}
    const stopping = new AbortController()
    const posted = open(receiver.url, 60_000, stopping.signal)
    await expect.poll(() => receiver.received.length).toBe(1)
    stopping.abort()
    expect(await posted).toEqual({ fault: 'broken-off', isDoubtful: true })
  })
})
