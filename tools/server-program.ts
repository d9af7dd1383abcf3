import type { EnvironmentOptions } from 'vite'

/** What runs under Node: a file for each of these, and one for what they share. */
export function serverProgram(input: Record<string, string>, outDir: string): EnvironmentOptions {
  return {
    consumer: 'server',
    // Letters are drawn by React. Built in, it is the edition for production whatever the environment says: the
    // other one writes what it finds odd to the log, and that may be what a visitor typed.
    define: { 'process.env.NODE_ENV': JSON.stringify('production') },
    resolve: { noExternal: [/^react(-dom)?$/] },
    build: { outDir, copyPublicDir: false, rolldownOptions: { input } },
  }
}
