import { chromium, provide } from './needs.ts'

/** What the gate needs besides packages is a browser. Where none can be had, its journeys are skipped, and it says so. */
const missing = await provide([chromium])
if (missing.length > 0) {
  console.log(
    '▸ No Chromium starts here and none could be installed: tests in a browser are skipped (Debian: apt-get install chromium-headless-shell, as root)',
  )
  if (process.env.CI) process.exitCode = 1
}
