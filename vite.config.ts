import { cp, rm } from 'node:fs/promises'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { preload } from './tools/build/preload.ts'
import { writeDesk, writeSite } from './tools/build/prerender.ts'
import { scopedName } from './tools/build/scoped-name.ts'
import { serverProgram } from './tools/build/server-program.ts'
import { formsChunk, startChunk } from './tools/build/shared-chunks.ts'
import { keepLicences } from './tools/release/licences.ts'
import { writeSchema } from './tools/schema/write-schema.ts'

/** Runs in a thread of the server's, or of the demo's. */
const calendarReader = 'src/server/features/calendars/calendar-reader.ts'

/**
 * One `vite build` makes seven things: the visitor's files, the one that tells when those fail, the styles of the pages without a
 * program, the renderer that turns the same components into static HTML (used once, here, then left alone), the desk, the server,
 * and the server with a made-up quarter. Packs and pictures are in `made`; they are put beside those.
 */
export default defineConfig({
  plugins: [preload, react()],
  publicDir: 'public',
  // A visitor's browser never meets React's developer tools; without the way to them it downloads less.
  define: { __REACT_DEVTOOLS_GLOBAL_HOOK__: 'undefined' },
  css: { modules: { generateScopedName: scopedName } },
  build: {
    target: 'es2023',
    // From these on, light-dark() and nesting are the browser's own and need no rewriting.
    cssTarget: ['chrome125', 'firefox128', 'safari18'],
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  builder: {
    async buildApp(builder) {
      const { client, lastWords, plain, prerender, desk, server, demo } = builder.environments
      if (!client || !lastWords || !plain || !prerender || !desk || !server || !demo)
        throw new Error('an environment is missing')
      await writeSchema()
      await rm('dist/packs', { recursive: true, force: true })
      await cp('made/packs', 'dist/packs', { recursive: true })
      await builder.build(client)
      await cp('made/site', 'dist/site', { recursive: true })
      await builder.build(lastWords)
      await builder.build(plain)
      await builder.build(prerender)
      keepLicences('dist/site/.vite/site-packages.json')
      await writeSite('dist/site', 'dist/prerender/prerender.js')
      await builder.build(desk)
      keepLicences('dist/site/.vite/desk-packages.json')
      await writeDesk('dist/site')
      await builder.build(server)
      keepLicences('dist/server/server-packages.json')
      await builder.build(demo)
    },
  },
  environments: {
    client: {
      build: {
        outDir: 'dist/site',
        manifest: true,
        license: { fileName: '.vite/site-packages.json' },
        assetsInlineLimit: 0,
        rolldownOptions: {
          input: {
            main: 'src/site/app/main.tsx',
            boot: 'src/site/app/boot.ts',
          },
          output: {
            // A group takes along what its modules import, so the one that all others stand on comes first.
            codeSplitting: {
              groups: [
                { name: startChunk, priority: 2 },
                { name: formsChunk, priority: 1 },
              ],
            },
            // Every name travels with the start, and a hash cannot be compressed.
            entryFileNames: 'assets/[name]-[hash:6].js',
            chunkFileNames: 'assets/[name]-[hash:6].js',
            assetFileNames: 'assets/[name]-[hash:6].[ext]',
          },
        },
      },
    },
    // What tells of a program that did not start shares no file with it.
    lastWords: {
      consumer: 'client',
      build: {
        outDir: 'dist/site',
        emptyOutDir: false,
        copyPublicDir: false,
        manifest: '.vite/last-words.json',
        rolldownOptions: {
          input: 'src/site/app/last-words.ts',
          output: { codeSplitting: false, entryFileNames: 'assets/[name]-[hash:6].js' },
        },
      },
    },
    // The styles alone: these pages have no program, and the files are put into them.
    plain: {
      consumer: 'client',
      build: {
        outDir: 'dist/site',
        emptyOutDir: false,
        copyPublicDir: false,
        manifest: '.vite/plain.json',
        assetsInlineLimit: 0,
        rolldownOptions: {
          // Nothing runs, so nothing counts as used.
          treeshake: false,
          input: 'src/site/app/plain-styles.ts',
          output: {
            entryFileNames: '.vite/plain/[name].js',
            chunkFileNames: '.vite/plain/[name].js',
            assetFileNames: ({ names }) =>
              names.some((name) => name.endsWith('.css'))
                ? '.vite/plain/[name]-[hash:6].[ext]'
                : 'assets/[name]-[hash:6].[ext]',
          },
        },
      },
    },
    prerender: {
      consumer: 'server',
      build: {
        outDir: 'dist/prerender',
        copyPublicDir: false,
        assetsInlineLimit: 0,
        emitAssets: false,
        rolldownOptions: {
          input: 'src/site/app/prerender.tsx',
          // What its HTML names is what the browser's build wrote.
          output: { assetFileNames: 'assets/[name]-[hash:6].[ext]' },
        },
      },
    },
    // The team's program: apart from the visitor's, so that neither can pull anything into the other.
    desk: {
      consumer: 'client',
      build: {
        outDir: 'dist/site',
        emptyOutDir: false,
        copyPublicDir: false,
        manifest: '.vite/desk.json',
        license: { fileName: '.vite/desk-packages.json' },
        assetsInlineLimit: 0,
        chunkSizeWarningLimit: 1000,
        rolldownOptions: {
          input: { desk: 'src/desk/app/main.tsx' },
          output: {
            // It has more than 64 files, for which the bundler asks for a longer hash.
            entryFileNames: 'desk/assets/[name]-[hash:8].js',
            chunkFileNames: 'desk/assets/[name]-[hash:8].js',
            assetFileNames: 'desk/assets/[name]-[hash:8].[ext]',
          },
        },
      },
    },
    server: serverProgram(
      {
        main: 'src/server/app/main.ts',
        run: 'src/server/app/running/run.ts',
        supervisor: 'src/server/app/running/supervisor.ts',
        'calendar-reader': calendarReader,
      },
      'dist/server',
    ),
    // Apart from the real one, which is to hold nothing that is made up.
    demo: serverProgram(
      { main: 'src/server/app/demo-main.ts', 'calendar-reader': calendarReader },
      'dist/demo',
    ),
  },
})
