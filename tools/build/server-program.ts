import type { EnvironmentOptions } from 'vite'

/** The programs that run on Node: one file each, and files for shared code. */
export function serverProgram(input: Record<string, string>, outDir: string): EnvironmentOptions {
  return {
    consumer: 'server',
    // React renders the emails. It is bundled as the production build whatever NODE_ENV says, because the development
    // build logs warnings that may quote what a visitor typed.
    define: { 'process.env.NODE_ENV': JSON.stringify('production') },
    resolve: { noExternal: [/^react(-dom)?$/] },
    build: {
      outDir,
      copyPublicDir: false,
      license: { fileName: 'server-packages.json' },
      // Shared code is next to the programs, because it expects the calendar reader in its own folder.
      rolldownOptions: { input, output: { chunkFileNames: '[name]-[hash].js' } },
    },
  }
}
