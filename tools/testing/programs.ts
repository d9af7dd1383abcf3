import { basename, join } from 'node:path'
import { createBuilder, mergeConfig } from 'vite'
import { scopedName } from '#tools/build/scoped-name.ts'
import { serverProgram } from '#tools/build/server-program.ts'
import { build, hashOf } from '#tools/prepare/build-stamp.mjs'
import { cachedFolder } from './cached-folder.ts'

/** Bundles these files for Node, unless the cache has current bundles. Returns the first bundle's path. */
export async function buildProgram(files: string[]): Promise<string> {
  const key = hashOf([...build.inputs, ...files]).slice(0, 12)
  const nameOf = (file: string) => basename(file, '.ts')
  const folder = await cachedFolder('program', key, async (draft) => {
    const input = Object.fromEntries(files.map((file) => [nameOf(file), file]))
    const builder = await createBuilder({
      configFile: false,
      logLevel: 'error',
      css: { modules: { generateScopedName: scopedName } },
      // NODE_ENV is 'test' here, which would select React's development build.
      oxc: { jsx: { development: false } },
      environments: {
        program: mergeConfig(serverProgram(input, draft), {
          // A program looks for other programs in its own folder.
          build: { rolldownOptions: { output: { chunkFileNames: '[name]-[hash].js' } } },
        }),
      },
    })
    if (builder.environments.program) await builder.build(builder.environments.program)
  })
  return join(folder, `${nameOf(files[0] ?? '')}.js`)
}
