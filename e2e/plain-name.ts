import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'

/** A name of an operator's own network. Every browser of the tests takes it for this machine. */
const name = 'crm.lan'

/** For browsers that are started with arguments, as Chromium is. */
export const plainNameArgument = `--host-resolver-rules=MAP ${name} 127.0.0.1`

/** The settings of an operator who serves this machine's network by plain http. */
export async function plainNameSettings() {
  const PORT = String(await freePort())
  return { PORT, HOST: '0.0.0.0', PUBLIC_URL: `http://${name}:${PORT}` }
}

/** The address is told before the server listens, so the port is chosen here. */
async function freePort(): Promise<number> {
  const probe = createServer().listen(0)
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return port
}
