import { expect, test } from 'vitest'
import { mailtoLink, telLink } from './record-parts.tsx'

test('links a phone number only if it can be dialed', () => {
  expect(telLink('+64 21 555 0100')).toBe('tel:+64215550100')
  expect(telLink('021 555-0100 ext 12')).toBe('tel:0215550100')
  expect(telLink('javascript:alert(1)')).toBeNull()
  expect(telLink('ask Mere')).toBeNull()
})

test('escapes the email address in a mailto link', () => {
  expect(mailtoLink('a&b?c=d%@example.com', 'Your call: 09:30')).toBe(
    'mailto:a%26b%3Fc%3Dd%25@example.com?subject=Your%20call%3A%2009%3A30',
  )
})
