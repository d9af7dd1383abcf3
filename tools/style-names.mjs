import { fileURLToPath } from 'node:url'

const names = new URL('./scoped-name.ts', import.meta.url).href

/** The server's own pages use the class names of the build; the styles themselves are in the page. */
export function load(url, context, nextLoad) {
  const [address] = url.split('?')
  if (!address.endsWith('.module.css')) return nextLoad(url, context)
  const file = JSON.stringify(fileURLToPath(address))
  const source = `import { scopedName } from ${JSON.stringify(names)}
    export default new Proxy({}, { get: (_, name) => scopedName(String(name), ${file}) })`
  return { format: 'module', source, shortCircuit: true }
}
