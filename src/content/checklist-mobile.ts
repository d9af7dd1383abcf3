import type { Checklist } from './types.ts'

export const mobile = {
  title: 'Mobile testing',
  description: 'Does the app work in a warehouse aisle, in a van and at a client’s door, on the devices in use?',
  sections: [
    {
      title: 'Devices and versions',
      items: [
        'The agreed list of supported devices and operating systems matches what staff carry',
        'The main tasks work on the oldest supported phone',
        'The main tasks work on the tablet in both orientations',
        'The app or site works at 320 pixels wide without sideways scrolling',
        'Text stays readable at the phone’s largest font size',
        'Every label, chart and signature field is readable in dark mode',
      ],
    },
    {
      title: 'Touch and input',
      items: [
        'Buttons can be tapped with gloves on: they measure at least 44 pixels in each direction',
        'Number fields open the number pad, and email fields open the email keyboard',
        'The keyboard never covers the field being filled in',
        'A double tap on Save creates only one document',
        'Nothing depends on hover or on a right click',
        'Date and time fields use the device’s own pickers',
        'Swipe actions that delete can be undone',
      ],
    },
    {
      title: 'Offline and weak signal',
      items: [
        'A visit report written without a signal is sent when the signal returns',
        'The user sees what is saved on the phone and what has reached the server',
        'If two offline changes to a record conflict, the user chooses between them and neither is lost silently',
        'A price list older than the agreed age is marked as outdated',
        'An interrupted upload resumes or restarts automatically',
        'Killing the app while it syncs leaves no partial document',
        'A day of offline work syncs within five minutes on a slow connection',
      ],
    },
    {
      title: 'Camera, scanner and location',
      items: [
        'The client’s own barcode labels scan in warehouse light',
        'For an unknown barcode, the app beeps differently and shows the code',
        'Photos are compressed before upload, and photographed damage stays visible',
        'A signature is stored with the signer’s name, the time and the signed document',
        'A user who refuses camera or location access can still finish by typing',
        'The app reads the location only during tasks named in the privacy notice',
        'The Bluetooth printer prints the right label after a reconnect',
      ],
    },
    {
      title: 'Security on the device',
      items: [
        'An administrator can lock out a lost phone within minutes',
        'Data stored on the phone is encrypted and removed at sign-out',
        'The app asks for a PIN or fingerprint after the agreed idle time',
        'Notifications on the lock screen show no customer names or amounts',
        'Permissions on the phone match the user’s role on the desktop',
        'Links in emails ask for sign-in, then open the right record',
      ],
    },
    {
      title: 'Battery, updates and rollout',
      items: [
        'The battery lasts for a full shift of scanning',
        'An outdated app must be updated before it can post data',
        'Unsent documents survive an app update',
        'Devices are enrolled, named and assigned to a person',
        'Push notifications arrive within one minute and open the task they name',
        'Spare devices are set up, tested and at hand in the first week',
      ],
    },
  ],
} as const satisfies Checklist
