import { expect, it } from 'vitest'
import { testEach } from '#shared/lib/testing.ts'
import { findTypingError } from './address-typo.tsx'

it(
  'suggests the correct domain for a misspelled mailbox provider or top-level domain',
  testEach(
    [
      ['gmial.com', 'gmail.com'],
      ['gamil.com', 'gmail.com'],
      ['gmai.com', 'gmail.com'],
      ['gmaill.com', 'gmail.com'],
      ['gnail.com', 'gmail.com'],
      ['gmail.con', 'gmail.com'],
      ['gmail.co', 'gmail.com'],
      ['gmial.cmo', 'gmail.com'],
      ['GMIAL.com', 'gmail.com'],
      ['gmail', 'gmail.com'],
      ['gmial', 'gmail.com'],
      ['hotmial.com', 'hotmail.com'],
      ['hotmal.co.uk', 'hotmail.co.uk'],
      ['outlok.com', 'outlook.com'],
      ['outloook.de', 'outlook.de'],
      ['yaho.com', 'yahoo.com'],
      ['yahooo.fr', 'yahoo.fr'],
      ['iclould.com', 'icloud.com'],
      ['wandoo.fr', 'wanadoo.fr'],
      ['nkosi.con', 'nkosi.com'],
    ],
    (typed, meant) => {
      expect(findTypingError(`Thandi.N+x@${typed}`)).toEqual({ meant: `Thandi.N+x@${meant}` })
    },
  ),
)

it('asks whether an email address without a top-level domain is complete', () => {
  expect(findTypingError('thandi@nkosi')).toEqual({ meant: null })
})

it(
  'suggests no correction while an email address is incomplete',
  testEach(['', 'thandi', 'thandi@', '@gmial.com', 'thandi@gmail.'], (typed) => {
    expect(findTypingError(typed)).toBe(null)
  }),
)

const mailboxes = `gmail.com googlemail.com hotmail.com hotmail.co.za hotmail.ca outlook.com outlook.co.za live.com msn.com
  yahoo.com yahoo.co.za yahoo.co.uk yahoo.com.br ymail.com rocketmail.com aol.com icloud.com me.com mac.com mail.com
  email.com gmx.com gmx.de gmx.net web.de t-online.de freenet.de posteo.de mailbox.org proton.me protonmail.com pm.me
  tutanota.com tuta.io fastmail.com hey.com zoho.com yandex.ru mail.ru rambler.ru qq.com 163.com 126.com naver.com
  daum.net orange.fr free.fr sfr.fr laposte.net wanadoo.fr libero.it virgilio.it alice.it tiscali.it telenet.be
  skynet.be planet.nl ziggo.nl kpnmail.nl home.nl chello.nl hello.nl bluewin.ch telkomsa.net mweb.co.za webmail.co.za
  vodamail.co.za iafrica.com comcast.net verizon.net att.net sbcglobal.net cox.net charter.net bigpond.com
  optusnet.com.au xtra.co.nz shaw.ca rogers.com sympatico.ca btinternet.com sky.com virginmedia.com blueyonder.co.uk
  duck.com privaterelay.appleid.com`

/** Domains that resemble a provider's domain, and top-level domains that resemble `com`. */
const companies = `odoo.com sap.com google.com cloud.com grail.com gail.com gail.co.in hotel.com outlier.ai
  overlook.com yoho.com yale.edu yara.com comcast.com ahold.nl galp.pt sasol.com gm.com partner.example
  nkosi.studio okafor.systems suedwind.gmbh acme.io acme.ai acme.co acme.dev acme.cloud acme.online acme.tech
  acme.consulting acme.solutions acme.agency acme.cm acme.om acme.co.ke acme.com.ng acme.ae acme.qa acme.sa`

it(
  'does not suggest a correction for the email domains of mailbox providers and companies',
  testEach([...mailboxes.split(/\s+/), ...companies.split(/\s+/)], (domain) => {
    expect(findTypingError(`thandi@${domain}`)).toBe(null)
  }),
)

it(
  'does not ask about internationalized email domains',
  testEach(
    ['müller.de', 'gmäil.com', 'xn--mller-kva.de', 'xn--gmil-6na.com', 'пример.рф', '例え.jp', 'nkosi.xn--p1ai'],
    (domain) => {
      expect(findTypingError(`thandi@${domain}`)).toBe(null)
    },
  ),
)
