import '@mantine/core/styles.css';
import './styles.css';
import { createTheme, MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode, useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { queryClient } from './api';
import { LanguageProvider } from './language/language';
import { loadScreens } from './load-screens';
import { router } from './router';
import { signInFromLink, useSession } from './session';
import { signInAtStart } from './sign-in/issuer-session';
import { SignIn } from './sign-in/sign-in';

// The colours and sizes of the theme stand in styles.css: the page's policy allows no style elements.
const theme = createTheme({ primaryColor: 'indigo', components: { Modal: { defaultProps: { lockScroll: false } } } });

function Console() {
  const isSignedIn = useSession() !== undefined;
  useEffect(() => void (isSignedIn && loadScreens()), [isSignedIn]);
  return isSignedIn ? <RouterProvider router={router} /> : <SignIn />;
}

const show = () =>
  createRoot(document.getElementById('root')!).render(
    <StrictMode>
      <MantineProvider theme={theme} defaultColorScheme="auto" withCssVariables={false} withGlobalClasses={false}>
        <LanguageProvider>
          <QueryClientProvider client={queryClient}>
            <Console />
          </QueryClientProvider>
        </LanguageProvider>
      </MantineProvider>
    </StrictMode>,
  );

signInFromLink();
// An issuer that does not answer is no reason for an empty page: the sign-in page tries again.
void signInAtStart()
  .catch(() => true)
  .then((mayShow) => mayShow && show());
