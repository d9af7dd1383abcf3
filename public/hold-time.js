// Whoever opens a letter's link has shown that the mailbox is theirs, so the page that it leads to presses its own button.
// What a browser or a scanner loads ahead is seen by nobody, and presses nothing.
const press = () => {
  if (document.visibilityState !== 'visible') return
  document.removeEventListener('visibilitychange', press)
  document.querySelector('form[action="/call/hold"]').requestSubmit()
}
document.addEventListener('visibilitychange', press)
press()
