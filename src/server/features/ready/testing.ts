import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import dns2 from 'dns2'

/** Responses of the test name server, by name: TXT records, or a failure. */
type TestZone = Map<string, readonly string[] | 'no such name' | 'nothing' | 'fails' | 'refuses'>

const { Packet } = dns2
const codes = {
  'no such name': Packet.RCODE.NXDOMAIN,
  fails: Packet.RCODE.SERVFAIL,
  refuses: Packet.RCODE.REFUSED,
}

/** A real local name server that knows only the names in `zone`. */
export async function nameServerForTest({ port: wanted = 0 } = {}) {
  const zone: TestZone = new Map()
  const server = dns2.createServer({
    udp: true,
    handle: (request, send) => {
      const name = request.questions[0]?.name ?? ''
      const known = zone.get(name.toLowerCase()) ?? 'no such name'
      if (known === 'nothing') return
      const answer = Packet.createResponseFromRequest(request)
      if (typeof known === 'string') answer.header.rcode = codes[known]
      else answer.answers.push(...known.map((text) => textRecord(name, text)))
      void send(answer)
    },
  })
  await server.listen({ udp: { port: wanted, address: '127.0.0.1' } })
  const { port } = server.addresses().udp as AddressInfo
  return { zone, address: `127.0.0.1:${port}`, close: () => server.close() }
}

/** A TXT record of more than 255 bytes, such as a DKIM key, is sent as several strings. */
const textRecord = (name: string, text: string) =>
  Object.assign(new Packet.Resource(name, Packet.TYPE.TXT, Packet.CLASS.IN, 0), {
    data: text.match(/.{1,255}/gs) ?? [''],
  })

export async function closedPort(): Promise<number> {
  const site = await siteForTest(() => {})
  await site.close()
  return site.port
}

/** An HTTP server other than ours. */
export async function siteForTest(answer: RequestListener) {
  const server = createServer(answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
