import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { scopedName } from './tools/scoped-name.ts'

/** The gallery by itself: `npx vite --config vite.gallery.config.ts`, and built for the tests. */
export default defineConfig({
  root: 'src/gallery',
  base: '/gallery/',
  publicDir: false,
  plugins: [react()],
  css: { modules: { generateScopedName: scopedName } },
  build: {
    outDir: '../../.cache/gallery',
    emptyOutDir: true,
    target: 'es2023',
    minify: false,
    chunkSizeWarningLimit: 2000,
  },
})
