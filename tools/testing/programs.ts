import { basename, join } from 'node:path'
import { createBuilder, mergeConfig } from 'vite'
import { scopedName } from '#tools/build/scoped-name.ts'
import { serverProgram } from '#tools/build/server-program.ts'
import { build, hashOf } from '#tools/prepare/build-stamp.mjs'
import { keptFolder } from './kept-folder.ts'

/** Bundles these files for Node, unless the cache has them for the current sources. Returns the path of the first one. */
export async function buildProgram(files: string[]): Promise<string> {
  const key = hashOf([...build.inputs, ...files]).slice(0, 12)
  const nameOf = (file: string) => basename(file, '.ts')
  const folder = await keptFolder('program', key, async (draft) => {
    const input = Object.fromEntries(files.map((file) => [nameOf(file), file]))
    const builder = await createBuilder({
      configFile: false,
      logLevel: 'error',
      css: { modules: { generateScopedName: scopedName } },
      // In tests, NODE_ENV would select React's development build.
      oxc: { jsx: { development: false } },
      environments: {
        program: mergeConfig(serverProgram(input, draft), {
          // Programs look in their own folder for the programs that they start.
          build: { rolldownOptions: { output: { chunkFileNames: '[name]-[hash].js' } } },
        }),
      },
    })
    if (builder.environments.program) await builder.build(builder.environments.program)
  })
  return join(folder, `${nameOf(files[0] ?? '')}.js`)
}
