import { fileURLToPath } from 'node:url'

const names = new URL('./scoped-name.ts', import.meta.url).href

/** What the server draws wears the names that the build gives to classes; the styles themselves are in the page. */
export function load(url, context, nextLoad) {
  const [address] = url.split('?')
  if (!address.endsWith('.module.css')) return nextLoad(url, context)
  const file = JSON.stringify(fileURLToPath(address))
  const source = `import { scopedName } from ${JSON.stringify(names)}
    export default new Proxy({}, { get: (_, name) => scopedName(String(name), ${file}) })`
  return { format: 'module', source, shortCircuit: true }
}
