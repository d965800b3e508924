import { AuthenticatorSection } from './authenticator-section';
import { DeleteSection } from './delete-section';
import { PasswordSection } from './password-section';
import { SecondFactorSection } from './second-factor-section';

export function SecurityTab() {
  return (
    <div class="account-tab">
      <PasswordSection />
      <SecondFactorSection />
      <AuthenticatorSection />
      <DeleteSection />
    </div>
  );
}
