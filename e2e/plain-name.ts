import { freePort } from './free-port.ts'

/** A name of an operator's own network. The browsers of the tests take it for this machine. */
export const plainName = 'crm.lan'

/** For browsers that are started with arguments, as Chromium is. */
export const plainNameArgument = `--host-resolver-rules=MAP ${plainName} 127.0.0.1`

/** The settings of an operator who serves this machine's network by plain http; the port is part of the address. */
export async function plainNameSettings() {
  const PORT = String(await freePort())
  return { PORT, HOST: '0.0.0.0', PUBLIC_URL: `http://${plainName}:${PORT}` }
}
