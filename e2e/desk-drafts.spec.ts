import { createMember, openDesk } from './desk.ts'
import { codeOf, signIn, typeCode } from './desk-sign-in.ts'
import { expect, looksRight, test } from './desk-test.ts'
import { mark, openRow, recordOf, searchFor, sendBooking, wednesday } from './inbox.ts'

test('keeps unsent forms when they are closed, after a reload and after a lost session, and removes them at sign-out', async ({
  page,
  at,
  anna,
  stored,
  faults,
}) => {
  faults.expect(/status of 4\d\d /)
  const ada = await createMember(at, 'agent', 'Ada')
  const word = mark()
  const [other, name, company] = [`Other ${word}`, `Draft ${word}`, `Harbour ${word}`]
  await sendBooking(at.url, { name: other })
  const id = await sendBooking(at.url, { name, company })
  const move = (expected: string, target: string, more = {}) =>
    ada.client.rpc('move_booking', { booking: id, expected, target, anyway: true, ...more })
  expect((await move('new', 'confirmed', { call_start: wednesday(9, '12:00') })).error).toBeNull()
  await stored.callBegins(id, -1)
  expect((await move('confirmed', 'completed')).error).toBeNull()
  await openDesk(page, at.url, ada, '/bookings')
  await searchFor(page, word)
  const record = await openRow(page, name)

  // A click beside the dialog and Escape close it.
  const dialog = page.getByRole('dialog', { name: 'New phone booking' })
  const visitor = dialog.getByLabel('Name')
  await page.keyboard.press('n')
  await visitor.fill('Zola')
  await dialog.getByLabel('Visitor’s time zone').selectOption('Asia/Tokyo')
  await page.mouse.click(5, 300)
  await expect(dialog).toHaveCount(0)
  await page.keyboard.press('n')
  await expect(visitor).toHaveValue('Zola')
  await expect(dialog.getByLabel('Visitor’s time zone')).toHaveValue('Asia/Tokyo')
  await looksRight(page)
  await dialog.getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(visitor).toHaveValue('Zola')
  await page.keyboard.press('Escape')

  const fieldOf = (label: string) => record.getByLabel(label, { exact: true })
  const [note, step, day] = [fieldOf('Note'), fieldOf('Next step'), fieldOf('Due on')]
  const save = record.getByRole('button', { name: 'Save', exact: true })
  await note.fill('Called back.')
  await note.press('Escape')
  // A date cannot be stored without a next step.
  await day.fill('2030-01-07')
  await save.click()
  await expect(step).toBeFocused()
  await step.fill('Send the offer')
  await step.press('Escape')
  await page.getByRole('heading', { name: 'Bookings' }).click()
  await page.keyboard.press('k')
  await page.keyboard.press('Enter')
  await expect(recordOf(page, other)).toBeVisible()
  await page.getByRole('heading', { name: 'Bookings' }).click()
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  const expectKept = async () => {
    await expect(note).toHaveValue('Called back.')
    await expect(step).toHaveValue('Send the offer')
    await expect(day).toHaveValue('2030-01-07')
  }
  await expectKept()
  await page.reload()
  await expectKept()

  await ada.client.auth.signOut({ scope: 'global' })
  await save.click()
  await expect(page.getByText('Your session has ended. Sign in again.')).toBeVisible()
  await page.reload()
  await signIn(page, ada)
  await typeCode(page, codeOf(ada.secret, 1))
  await expectKept()
  await save.click()
  await expect(page.getByText(`${company}: next step on Mon, Jan 7 saved.`)).toBeVisible()
  await expect(record.getByText('Unsaved changes.')).toHaveCount(0)
  // A date or an assignee can be changed alone.
  const followUp = async () => (await stored.bookings('ada@example.com')).find((row) => row.id === id)
  await day.fill('2030-02-04')
  await save.click()
  await expect(page.getByText(`${company}: next step on Mon, Feb 4 saved.`)).toBeVisible()
  await record.getByRole('combobox', { name: 'Assigned to' }).first().selectOption(anna.id)
  await save.click()
  await expect.poll(followUp).toMatchObject({ next_step: 'Send the offer', next_step_by: anna.id })

  const typed = () => page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('desk-typed:')))
  await expect(note).toHaveValue('Called back.')
  expect((await typed()).length).toBeGreaterThan(0)
  await page.getByRole('button', { name: /^Ada/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page.getByText('You are signed out.')).toBeVisible()
  expect(await typed()).toEqual([])
})
