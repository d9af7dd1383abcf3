import { launchChromium } from './chromium.ts'
import { takePhone } from './phone.ts'

/** Opens a view, waits until the network is idle, and lists which of our scripts and styles were requested. */
export async function askingFor<Result>(
  site: string,
  use: (requested: (path: string) => Promise<string[]>) => Promise<Result>,
): Promise<Result> {
  const browser = await launchChromium()
  try {
    return await use(async (path) => {
      const phone = await takePhone(browser)
      const asked = new Set<string>()
      phone.page.on('request', (one) => asked.add(new URL(one.url()).pathname))
      await phone.page.goto(site + path)
      await phone.rest()
      await phone.close()
      return [...asked].filter((one) => /^\/assets\/.*\.(js|css)$/.test(one))
    })
  } finally {
    await browser.close()
  }
}
