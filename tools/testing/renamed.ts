import { applyEdits } from '#content/tree.ts'

/**
 * The edits of another provider, with other figures and another look. The tests of texts, pages, emails and the server
 * must pass with them too. Vitest runs this file before each test file.
 */
applyEdits({
  'brand.name': `Müller & Söhne "Nord" O'Neil`,
  'brand.shortName': 'Nord',
  'brand.email': 'hello@nord.example.com',
  'legalEntity.privacyContact.value': 'privacy@nord.example.com',
  'look.signal': '#2f6fde',
  'home.hero.title': 'Ask at nine, {provider} answers by two.',
  'claims.callValue': '$900',
  'claims.partners': '40+',
  'claims.partnersServed': '900+',
  'claims.countries': '12',
  'claims.speed': '4X',
  'claims.costReduction': '60%',
  'claims.bugFree': '99.5%',
  'claims.onTime': '97%',
  'claims.apps': '80+',
  'claims.proposalTime': '2–24 hours',
  'claims.proposalTypical': '5–7 hours',
  'claims.moneyBackDays': '60',
  'claims.programLength': '10 weeks',
  'claims.partnerGrowth': '4X',
  'claims.kitValue': '$3,000',
  'claims.kitDownloads': '1,000+',
})
