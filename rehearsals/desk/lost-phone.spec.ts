import { colleague, command } from '#e2e/desk.ts'
import { expect, test } from '#e2e/desk-test.ts'
import { heading, signIn, typeCode } from '#e2e/desk-way-in.ts'

test('who has lost phone and codes is led to somebody who can help', async ({ page, at, faults }) => {
  faults.expect(/status of 4\d\d .*\/(auth|rest)\/v1\//)
  const emil = await colleague(at, 'agent', 'Emil')
  await page.goto('/desk/')
  await signIn(page, emil)
  await expect(page.getByText('An owner of the desk can take the second step off')).toBeVisible()
  expect(await command(at, 'reset-mfa', emil.email)).toContain('are gone')
  // The session was ended as well, which the next attempt finds out.
  await typeCode(page, '123456')
  await expect(heading(page, 'Sign in')).toBeVisible()
  await signIn(page, emil)
  await expect(heading(page, 'Set up the second step')).toBeVisible()
})
