import type { EnvironmentOptions } from 'vite'

/** The programs that run on Node. Each program is one file, and shared code is in other files. */
export function serverProgram(input: Record<string, string>, outDir: string): EnvironmentOptions {
  return {
    consumer: 'server',
    // React renders the emails. React's production build is bundled regardless of NODE_ENV, because the development
    // build logs warnings that can quote what a visitor typed.
    define: { 'process.env.NODE_ENV': JSON.stringify('production') },
    resolve: { noExternal: [/^react(-dom)?$/] },
    build: {
      outDir,
      copyPublicDir: false,
      license: { fileName: 'server-packages.json' },
      // Shared chunks go into the programs' folder, because the code in them looks for the calendar reader there.
      rolldownOptions: { input, output: { chunkFileNames: '[name]-[hash].js' } },
    },
  }
}
