/**
 * Runs the built server with values that are not settings: `node serve.mjs FOLDER VALUES`. `FOLDER` contains the built
 * server, and `VALUES` contains the `FixedValues` of `server/app/config` as JSON.
 */
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

const [folder, values] = process.argv.slice(2)
const { run } = await import(pathToFileURL(resolve(folder, 'run.js')).href)
await run(process.env, resolve(folder, '../site'), { fixed: JSON.parse(values) })
