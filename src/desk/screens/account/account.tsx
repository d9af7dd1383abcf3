import { Page } from '#desk/lib/page.tsx'

export function Screen() {
  return <Page title="Account">{null}</Page>
}
