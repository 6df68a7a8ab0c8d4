/** The modules behind a click, in one request: the share menu, the receipt, the enlarged QR code, their messages. */
export { loadActions } from '../../i18n/load-actions.ts';
export { QrDialog } from './qr-dialog.ts';
export { ShareMenu } from './share/share-menu.ts';
