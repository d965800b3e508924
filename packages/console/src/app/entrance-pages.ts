/** The ways in, as one file of code. */
import './loading/first-file';
export { ForgotPage } from '../sign-in/forgot-page';
export { InvitationPage } from '../sign-in/invitation-page';
export { RegisterPage } from '../sign-in/register-page';
export { SignInPage } from '../sign-in/sign-in-page';
