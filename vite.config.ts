import { cp, rm } from 'node:fs/promises'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { preload } from './tools/build/preload.ts'
import { writeDesk, writeSite } from './tools/build/prerender.ts'
import { scopedName } from './tools/build/scoped-name.ts'
import { serverProgram } from './tools/build/server-program.ts'
import { formsChunk, startChunk } from './tools/build/shared-chunks.ts'
import { moveLicenses } from './tools/release/licenses.ts'
import { writeSchema } from './tools/schema/write-schema.ts'

/** Programs that the server or the demo starts as worker threads or processes. */
const workers = {
  'calendar-reader': 'src/server/features/calendars/calendar-reader.ts',
  'email-reader': 'src/server/features/team-mailbox/email-reader.ts',
  'site-worker': 'src/server/features/publishing/site-worker.ts',
  'picture-reader': 'src/server/features/publishing/picture-reader.ts',
}

/**
 * One `vite build` makes seven programs: the site, the script that reports if it fails to start, the styles of the
 * pages without script, the renderer that turns the same components into static HTML, the desk, the
 * server, and the server with demo data. Packs, pictures and fonts are copied from `made`.
 */
export default defineConfig({
  plugins: [preload, react()],
  publicDir: 'public',
  // Removes the hook for React's developer tools, which visitors do not need.
  define: { __REACT_DEVTOOLS_GLOBAL_HOOK__: 'undefined' },
  css: { modules: { generateScopedName: scopedName } },
  build: {
    target: 'es2023',
    // The first browser versions that support light-dark() and nesting, so that the build does not rewrite these
    // features.
    cssTarget: ['chrome125', 'firefox128', 'safari18'],
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  builder: {
    async buildApp(builder) {
      const { client, lastWords, plain, prerender, desk, server, demo } = builder.environments
      if (!client || !lastWords || !plain || !prerender || !desk || !server || !demo)
        throw new Error('missing build environment')
      await writeSchema()
      await rm('dist/packs', { recursive: true, force: true })
      await cp('made/packs', 'dist/packs', { recursive: true })
      await cp('made/fonts', 'dist/fonts', { recursive: true })
      await builder.build(client)
      await cp('made/site', 'dist/site', { recursive: true })
      await builder.build(lastWords)
      await builder.build(plain)
      await builder.build(prerender)
      moveLicenses('dist/site/.vite/site-packages.json')
      await writeSite('dist/site', 'dist/prerender/prerender.js')
      await builder.build(desk)
      moveLicenses('dist/site/.vite/desk-packages.json')
      await writeDesk('dist/site')
      await builder.build(server)
      moveLicenses('dist/server/server-packages.json')
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
            // A group includes the modules that its modules import, so the group that all others import has priority.
            codeSplitting: {
              groups: [
                { name: startChunk, priority: 2 },
                { name: formsChunk, priority: 1 },
              ],
            },
            // Uses short hashes, because the first file contains the names of all files, and hashes do not compress.
            entryFileNames: 'assets/[name]-[hash:6].js',
            chunkFileNames: 'assets/[name]-[hash:6].js',
            assetFileNames: 'assets/[name]-[hash:6].[ext]',
          },
        },
      },
    },
    // The script that reports a failed start must not share a file with the bundle.
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
    // Only the styles, which are inlined, because these pages have no script.
    plain: {
      consumer: 'client',
      build: {
        outDir: 'dist/site',
        emptyOutDir: false,
        copyPublicDir: false,
        manifest: '.vite/plain.json',
        assetsInlineLimit: 0,
        rolldownOptions: {
          // Turns tree shaking off: this code never runs, so all of it would count as unused.
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
    // The server also runs this program, in a worker thread that renders the pages of a publication.
    prerender: {
      consumer: 'server',
      define: { 'process.env.NODE_ENV': JSON.stringify('production') },
      resolve: { noExternal: [/^react(-dom)?$/] },
      build: {
        outDir: 'dist/prerender',
        copyPublicDir: false,
        assetsInlineLimit: 0,
        emitAssets: false,
        rolldownOptions: {
          // Both programs share the texts.
          input: { prerender: 'src/site/app/prerender.tsx', pictures: 'src/pictures/render.ts' },
          // The rendered HTML must name the files of the client build.
          output: { assetFileNames: 'assets/[name]-[hash:6].[ext]' },
        },
      },
    },
    // The desk is separate from the site, so that neither includes code from the other.
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
            // The bundler requires a longer hash for more than 64 files.
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
        ...workers,
      },
      'dist/server',
    ),
    // Separate from the real server, which must not contain demo data.
    demo: serverProgram({ main: 'src/server/app/demo-main.ts', ...workers }, 'dist/demo'),
  },
})
