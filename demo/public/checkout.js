// The cart is empty once its order is paid. A visitor who goes back before that finds it as it was.
document.querySelector('pay-checkout').addEventListener('pay-paid', () => sessionStorage.removeItem('northwind-cart'));
