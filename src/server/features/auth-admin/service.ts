export { invitePerson } from './invitation.ts'
export { requireInviter } from './inviter.ts'
