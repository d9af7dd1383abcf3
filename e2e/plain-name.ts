import { freePort } from '#tools/testing/free-port.ts'

/** A host name as on an operator's own network. The test browsers resolve it to this machine. */
export const plainName = 'crm.lan'

/** For browsers that take command-line arguments, as Chromium does. */
export const plainNameArgument = `--host-resolver-rules=MAP ${plainName} 127.0.0.1`

/** The settings of an operator who serves a local network by plain http; the port is part of the address. */
export async function plainNameSettings() {
  const PORT = String(await freePort())
  return { PORT, HOST: '0.0.0.0', PUBLIC_URL: `http://${plainName}:${PORT}` }
}
