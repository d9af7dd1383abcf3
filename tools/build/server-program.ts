import type { EnvironmentOptions } from 'vite'

/** The programs that run under Node: one file for each, and one for the code they share. */
export function serverProgram(input: Record<string, string>, outDir: string): EnvironmentOptions {
  return {
    consumer: 'server',
    // React renders the letters. Bundled here, it is the production build whatever NODE_ENV says: the development
    // build logs warnings, which may quote what a visitor typed.
    define: { 'process.env.NODE_ENV': JSON.stringify('production') },
    resolve: { noExternal: [/^react(-dom)?$/] },
    build: {
      outDir,
      copyPublicDir: false,
      license: { fileName: 'server-packages.json' },
      // Shared code is beside the programs, because it finds the calendar reader beside itself.
      rolldownOptions: { input, output: { chunkFileNames: '[name]-[hash].js' } },
    },
  }
}
